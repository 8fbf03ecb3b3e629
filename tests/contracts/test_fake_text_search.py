from contracts.text_search import TextSearchContract
from fakes.text_search import FakeTextSearch


class TestFakeTextSearch(TextSearchContract):
    make = FakeTextSearch
