interface Change {
  readonly file: string
  readonly mutator: string
  readonly original: string
  readonly replacement: string
  readonly nth?: number
}

export function readEntries(text?: string): readonly (Change & { readonly reason: string })[]
interface Found {
  readonly names: ReadonlySet<string>
  readonly problems: readonly string[]
}

export function equivalentMutants(
  mutants: readonly (Change & { readonly name: string })[],
  entries?: readonly (Change & { readonly reason: string })[],
): Found
export function listedMutants(): Promise<Found>
