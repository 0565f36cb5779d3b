/** Headers by name in lower case. Those that were sent several times are joined. */
export type RequestHeaders = Readonly<Record<string, string | undefined>>
