export type FeedFormat = 'rss' | 'atom' | 'rdf' | 'json'
