/** The keys of a map that is declared with all of them: `Object.keys` with their type. */
export const keysOf = <K extends string>(map: Readonly<Record<K, unknown>>): readonly K[] => Object.keys(map) as K[]
