"""Files and folders of this machine, and the hosts that projects live on."""
