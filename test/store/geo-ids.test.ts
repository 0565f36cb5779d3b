import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  countriesText,
  countryRows,
  listedCountries,
  listedRegions,
  type Row,
  regionRows,
  regionsText,
  withIds,
} from '../../scripts/compile-geo.mjs'
import { geoFolder, geography } from '../../src/store/geo.ts'

const countriesFile = readFileSync(new URL('countries.json', geoFolder()), 'utf8')
const regionsFile = readFileSync(new URL('regions.json', geoFolder()), 'utf8')
const regions = regionRows(regionsFile)

function row(id: number, code: string, name: string, retired = false): Row {
  return { id, code, name, retired }
}

const kent = row(1, 'GB-KEN', 'Kent')
const devon = row(2, 'GB-DEV', 'Devon')

describe('the committed ids', () => {
  test('are those of the package, and compiling again changes nothing', () => {
    expect(countriesText(withIds(countryRows(countriesFile), listedCountries()))).toBe(countriesFile)
    expect(regionsText(withIds(regions, listedRegions()))).toBe(regionsFile)
  })

  test('are these, for good', () => {
    const world = geography()
    expect(['AD', 'FR', 'GB', 'US', 'ZW'].map((code) => world.country(code)?.id)).toEqual([1, 75, 77, 233, 249])
    const named = [
      ['FR', 'Bretagne'],
      ['GB', 'Kent'],
      ['GB', 'Devon'],
      ['US', 'California'],
      ['ZW', 'Midlands'],
    ] as const
    expect(named.map(([country, name]) => world.regionId(country, name))).toEqual([1030, 1156, 1107, 3781, 4026])
  })

  test('of all other places stay when one is removed from the package and another comes new', () => {
    const listed = listedRegions().filter(({ code }) => code !== 'GB-KEN')
    const after = withIds(regions, [...listed, { code: 'AD-99', name: 'New Valley' }])
    const ids = new Map(after.map(({ id, code }) => [code, id]))
    expect(regions.filter(({ id, code }) => ids.get(code) !== id)).toEqual([])
    expect(ids.get('AD-99')).toBe(Math.max(...regions.map(({ id }) => id)) + 1)
  })
})

describe('an id', () => {
  test('stays with a place that is renamed', () => {
    expect(withIds([kent], [{ code: 'GB-KEN', name: 'County of Kent' }])).toEqual([row(1, 'GB-KEN', 'County of Kent')])
  })

  test('stays with a place that keeps its name under a new code of the same country', () => {
    expect(withIds([kent], [{ code: 'GB-KNT', name: 'Kent' }])).toEqual([row(1, 'GB-KNT', 'Kent')])
    expect(withIds([kent], [{ code: 'US-KNT', name: 'Kent' }])).toEqual([row(2, 'US-KNT', 'Kent'), { ...kent, retired: true }])
  })

  test('of a place that is gone is kept for it and never given to another', () => {
    const gone = withIds([kent, devon], [{ code: 'GB-KEN', name: 'Kent' }])
    expect(gone).toEqual([kent, { ...devon, retired: true }])
    const later = withIds(gone, [
      { code: 'GB-KEN', name: 'Kent' },
      { code: 'GB-YOR', name: 'York' },
    ])
    expect(later).toEqual([kent, row(3, 'GB-YOR', 'York'), { ...devon, retired: true }])
    expect(withIds(later, [kent, devon])).toEqual([devon, kent, row(3, 'GB-YOR', 'York', true)])
  })

  test('of a place that is gone survives being written and read', () => {
    const table = [kent, { ...devon, retired: true }]
    expect(regionRows(regionsText(table))).toEqual([{ ...devon, retired: true }, kent])
    const countries = [row(1, 'DD', 'East Germany', true), row(2, 'DE', 'Germany')]
    expect(countryRows(countriesText(countries))).toEqual(countries)
  })
})
