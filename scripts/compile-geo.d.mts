/** A country (`GB`) or region (`GB-KEN`) as the package lists it, under its common name. */
export interface Place {
  readonly code: string
  readonly name: string
}

/** A place with the id that it keeps for good. */
export interface Row extends Place {
  readonly id: number
  /** No longer listed; its id is never given to another. */
  readonly retired: boolean
}

export function listedCountries(): Place[]
export function listedRegions(): Place[]
export function withIds(table: readonly Row[], listed: readonly Place[]): Row[]
export function countriesText(rows: readonly Row[]): string
export function regionsText(rows: readonly Row[]): string
export function countryRows(text: string): Row[]
export function regionRows(text: string): Row[]
