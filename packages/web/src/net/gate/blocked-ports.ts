/** Ports that browsers never send an HTTP request to: https://fetch.spec.whatwg.org/#port-blocking */
const BAD_PORTS = [
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
]

/**
 * Services of an internal network, by the ports in their documentation. Many speak HTTP and trust every client that can connect, so a
 * request could read or change what they hold.
 *
 * Not 8000, 8001, 8080, 8088, 8443, 9000 or 9090: such services use them too, but so do websites.
 */
export const SERVICE_PORTS: readonly { readonly service: string; readonly ports: readonly number[] }[] = [
  // Databases, search engines and file systems.
  { service: 'ArangoDB', ports: [8529] },
  { service: 'Cassandra', ports: [9042, 9142, 9160] },
  { service: 'ClickHouse', ports: [8123] },
  { service: 'CockroachDB', ports: [26_257] },
  { service: 'Couchbase', ports: [8091, 8092, 8093, 8094, 8095, 8096, 18_091, 18_092, 18_093, 18_094, 18_095, 18_096] },
  { service: 'CouchDB', ports: [5984, 6984] },
  { service: 'Elasticsearch and OpenSearch', ports: [9200, 9300] },
  { service: 'Hadoop', ports: [9864, 9870] },
  { service: 'InfluxDB', ports: [8086] },
  { service: 'Kibana', ports: [5601] },
  { service: 'Meilisearch', ports: [7700] },
  { service: 'memcached', ports: [11_211] },
  { service: 'Milvus', ports: [19_530] },
  { service: 'MongoDB', ports: [27_017, 27_018, 27_019, 28_017] },
  { service: 'MySQL and MariaDB', ports: [3306] },
  { service: 'Neo4j', ports: [7473, 7474, 7687] },
  { service: 'OpenTSDB', ports: [4242] },
  { service: 'Oracle Database', ports: [1521, 2483, 2484] },
  { service: 'PostgreSQL', ports: [5432] },
  { service: 'Qdrant', ports: [6333, 6334] },
  { service: 'Redis and Valkey', ports: [6379, 6380] },
  { service: 'RethinkDB', ports: [28_015] },
  { service: 'Riak', ports: [8087, 8098] },
  { service: 'Solr', ports: [8983] },
  { service: 'SQL Server', ports: [1433] },
  { service: 'Typesense', ports: [8108] },
  // Queues.
  { service: 'ActiveMQ', ports: [8161] },
  { service: 'Kafka', ports: [9092] },
  { service: 'NATS', ports: [4222, 8222] },
  { service: 'RabbitMQ', ports: [5671, 5672, 15_671, 15_672] },
  { service: 'ZooKeeper', ports: [2181] },
  // Control planes, which start programs and keep secrets.
  { service: 'Caddy', ports: [2019] },
  { service: 'Consul', ports: [8300, 8301, 8302, 8500, 8501, 8502, 8503, 8600] },
  { service: 'Docker', ports: [2375, 2376, 2377, 4243] },
  { service: 'Envoy and Istio', ports: [9901, 15_000] },
  { service: 'etcd', ports: [2379, 2380, 4001] },
  {
    service: 'Kubernetes',
    ports: [6443, 10_248, 10_249, 10_250, 10_251, 10_252, 10_255, 10_256, 10_257, 10_259, 16_443],
  },
  { service: 'Nomad', ports: [4646, 4647, 4648] },
  { service: 'Vault', ports: [8200, 8201] },
  { service: 'WinRM', ports: [5985, 5986] },
  // Debuggers, which run code.
  { service: 'Chromium and Node.js debuggers', ports: [9222, 9229] },
  // Logins, shared files and remote desktops.
  { service: 'Kerberos', ports: [88] },
  { service: 'Remote Desktop', ports: [3389] },
  { service: 'rsync', ports: [873] },
  { service: 'Windows shares', ports: [445] },
  { service: 'VNC', ports: [5900] },
]

const BLOCKED = new Set([...BAD_PORTS, ...SERVICE_PORTS.flatMap(({ ports }) => ports)])

/** Whether a port belongs to a service other than the web, so that no request may go there, whoever names it. */
export const isBlockedPort = (port: number): boolean => BLOCKED.has(port)
