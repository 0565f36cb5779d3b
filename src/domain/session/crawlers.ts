/**
 * Clients that look like crawlers or tools.
 * @source facts 1.8; choice `crawler_user_agents`
 */

const TOOLS =
  /bot|crawl|spider|slurp|curl|wget|postman|insomnia|httpie|python|java|okhttp|axios|node|undici|go-http|libwww|ruby|perl|guzzle|php/i

/** True for a User-Agent that names a crawler, a command line tool or an HTTP library. */
export const looksLikeCrawler = (userAgent = ''): boolean => TOOLS.test(userAgent)
