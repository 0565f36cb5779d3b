/** Headers that belong to one connection, in lower case. @source RFC 9110 section 7.6.1 */
export const CONNECTION_HEADERS: readonly string[] = [
  'connection',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]
