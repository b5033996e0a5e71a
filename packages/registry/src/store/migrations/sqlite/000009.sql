-- The frontier: a claim finds the URLs that are due in the index alone, also which of them are suspects. breaking: no

drop index frontier_urls_due;
create index frontier_urls_due on frontier_urls (host_id, priority, due_at, page_id, is_suspect) where due_at is not null;
