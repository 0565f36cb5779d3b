/** The keys of an object whose type names them all, in its order. `Object.keys` has them as plain strings. */
export const keysOf = <Key extends string>(of: Readonly<Record<Key, unknown>>): readonly Key[] => Object.keys(of) as Key[]
