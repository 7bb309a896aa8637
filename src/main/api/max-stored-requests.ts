/** Maximum number of requests of this app that the request log keeps. Older ones are deleted. */
export const maxStoredRequests = 50_000
