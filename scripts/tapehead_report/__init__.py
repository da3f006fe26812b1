"""The data behind report.html, and the page that it is put into."""
