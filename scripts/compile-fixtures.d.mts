/** Writes `<world>.json` for each world in `fixtures/` into the folder; returns the files written. */
export function compileFixtures(target: string): string[]
