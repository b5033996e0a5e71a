-- Hosts that become ready at the same moment are taken in the order in which they became known. breaking: no

drop index frontier_hosts_ready;
drop index frontier_hosts_urgent;
create index frontier_hosts_ready on frontier_hosts (ready_at, host_id);
create index frontier_hosts_urgent on frontier_hosts (ready_at, host_id) where urgent = 1;
