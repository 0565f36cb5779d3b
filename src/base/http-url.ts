/** Addresses of servers, as users give them. */

export const isHttpUrl = (text: string): boolean => /^https?:\/\/[^/\s]+/.test(text) && URL.canParse(text)

/** Path and query of an absolute address; empty for one without. */
export const pathOf = (address: string): string => address.replace(/^[a-z]+:\/\/[^/]*/i, '')

/** The end of a message about a text that lacks only its scheme: `; did you mean "http://localhost:4099"?`. */
export function nearUrl(text: string, scheme: 'http' | 'https' = 'http'): string {
  const whole = `${scheme}://${text}`
  return /^[\w.-]+(:\d+)?(\/\S*)?$/.test(text) && isHttpUrl(whole) ? `; did you mean "${whole}"?` : ''
}
