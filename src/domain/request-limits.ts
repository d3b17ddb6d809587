/** The longest time that a request to the service takes, with its retries, in milliseconds; calls have another limit. */
export const longestRequest = 45_000

/** The longest time that a health check takes, in milliseconds: the service may check other systems for 5 s first. */
export const longestHealthCheck = 15_000
