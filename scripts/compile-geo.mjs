/**
 * Compiles the countries and regions of the world from the package `iso-3166` into src/fixtures/geo/*.json. Ids given once stay:
 * the tables written before are read first, and only what is new gets a new id. `node scripts/compile-geo.mjs`
 *
 * @module
 */
import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { iso31661, iso31662 } from 'iso-3166'

/** @typedef {import('./compile-geo.d.mts').Row} Row */
/** @typedef {import('./compile-geo.d.mts').Place} Place */

const FOLDER = new URL('../src/fixtures/geo/', import.meta.url)
const collator = new Intl.Collator('en')
const shortNames = new Intl.DisplayNames('en', { type: 'region' })

/** Countries whose name in the package is the formal one in a form that cannot be shortened by rule. */
const NAMED_BY_UNICODE = new Set(['BN', 'BQ', 'GB', 'KP', 'KR', 'LA', 'RU', 'SY', 'US', 'VA', 'VG', 'VI', 'VN'])
/** Countries whose second part belongs to the name: 'Congo, Democratic Republic of the'. */
const TURNED_COUNTRIES = new Set(['CD'])
/** Countries whose comma is that of a list. */
const LISTED_COUNTRIES = new Set(['SH'])
/** Parts of names that the package lists after a comma: 'Bristol, City of'. */
const TURNED_ENDINGS = new Set([
  'City of',
  'County',
  'The',
  'Comunidad',
  'Comunidad de',
  'Comunidad Foral de',
  'Principado de',
  'Región de',
  'Hlavní město',
  'Respublika',
  'Unitatea teritorială autonomă',
  'unitatea teritorială din',
])
/** Regions listed in two languages of the country; the first is kept. */
const LISTED_TWICE = new Set(['IT-23', 'IT-32'])
/** Names that are incomplete in the package, because its source has line breaks in them. */
const CUT_OFF = new Map([
  ['Anatolikí Makedonía kai', ' Thráki'],
  ['Kabardino-', 'Balkarskaya Respublika'],
  ['Karachayevo-Cherkesskaya', ' Respublika'],
  ['Khanty-', 'Mansiyskiy avtonomnyy okrug'],
  ['Leningradskaya', " oblast'"],
  ['Nenetskiy', ' avtonomnyy okrug'],
  ['Novosibirskaya', " oblast'"],
  ['Vladimirskaya', " oblast'"],
  ['Volgogradskaya', " oblast'"],
  ['Yamalo-', 'Nenetskiy avtonomnyy okrug'],
])

/** The common English name of a country. */
function countryName(code, formal) {
  if (NAMED_BY_UNICODE.has(code)) return shortNames.of(code) ?? formal
  if (LISTED_COUNTRIES.has(code)) return formal
  if (TURNED_COUNTRIES.has(code)) return turned(formal)
  return formal.replace(/, .*$| \((?:.* part|Malvinas)\)$/, '')
}

/** The common name of a region: complete, in the usual order, without marks of language or territory. */
function regionName(code, listed) {
  const name = listed.replace(/ \([a-z]{2}(?:, [a-z]{2})*\)$| \((?:EH(?:-partial)?|UTAG)\)$/, '') + (CUT_OFF.get(listed) ?? '')
  const [first, ending] = name.split(', ')
  if (LISTED_TWICE.has(code)) return first
  return ending && TURNED_ENDINGS.has(ending) ? turned(name) : name
}

function turned(name) {
  const [main, front] = name.split(', ')
  return `${front.charAt(0).toUpperCase()}${front.slice(1)} ${main}`
}

/** @returns {Place[]} */
export function listedCountries() {
  return iso31661.map(({ alpha2, name }) => ({
    code: alpha2,
    name: countryName(alpha2, name),
  }))
}

/** @returns {Place[]} the top-level subdivisions */
export function listedRegions() {
  const top = iso31662.filter(({ parent }) => parent.length === 2)
  return top.map(({ code, name }) => ({ code, name: regionName(code, name) }))
}

/**
 * The table brought up to date. A code known before keeps its id, also under a new name; a known name of the same country
 * that comes under a new code keeps its id too; rows no longer listed stay, marked as retired; new rows are appended.
 *
 * @param {readonly Row[]} table
 * @param {readonly Place[]} listed
 * @returns {Row[]}
 */
export function withIds(table, listed) {
  const known = new Map(table.map((row) => [row.code, row]))
  const current = new Set(listed.map(({ code }) => code))
  const gone = table.filter((row) => !current.has(row.code))
  const taken = new Set()
  let last = Math.max(0, ...table.map(({ id }) => id))

  const rows = [...listed].sort(byCode).map(({ code, name }) => {
    const old = known.get(code) ?? gone.find((row) => !taken.has(row.id) && sameCountry(row.code, code) && row.name === name)
    if (old) taken.add(old.id)
    return { id: old?.id ?? ++last, code, name, retired: false }
  })
  const retired = gone.filter((row) => !taken.has(row.id)).map((row) => ({ ...row, retired: true }))
  return [...rows, ...retired]
}

/** A country is its own; regions are 'GB-KEN', of a country by their first part. */
function sameCountry(a, b) {
  return a.includes('-') ? a.slice(0, 2) === b.slice(0, 2) : !b.includes('-')
}

function byCode(a, b) {
  return a.code < b.code ? -1 : 1
}

function byName(a, b) {
  return collator.compare(a.name, b.name) || a.id - b.id
}

/** @param {readonly Row[]} rows @returns {string} one line a country, sorted by name */
export function countriesText(rows) {
  const lines = [...rows].sort(byName).map(({ id, code, name, retired }) => cells(id, code, name, retired))
  return `[\n${lines.join(',\n')}\n]\n`
}

/** @param {readonly Row[]} rows @returns {string} one line a country, sorted by its code, the regions in it by name */
export function regionsText(rows) {
  const countries = [...new Set(rows.map(({ code }) => code.slice(0, 2)))].sort()
  const lines = countries.map((country) => {
    const own = rows.filter(({ code }) => code.startsWith(`${country}-`)).sort(byName)
    return `"${country}":[${own.map(({ id, code, name, retired }) => cells(id, code.slice(3), name, retired)).join(',')}]`
  })
  return `{\n${lines.join(',\n')}\n}\n`
}

function cells(id, code, name, retired) {
  return JSON.stringify(retired ? [id, code, name, 1] : [id, code, name])
}

/** @param {string} text @returns {Row[]} */
export function countryRows(text) {
  return JSON.parse(text).map(row)
}

/** @param {string} text @returns {Row[]} */
export function regionRows(text) {
  return Object.entries(JSON.parse(text)).flatMap(([country, rows]) =>
    rows.map(([id, code, ...rest]) => row([id, `${country}-${code}`, ...rest])),
  )
}

function row([id, code, name, retired]) {
  return { id, code, name, retired: retired === 1 }
}

function main() {
  const countries = new URL('countries.json', FOLDER)
  const regions = new URL('regions.json', FOLDER)
  writeFileSync(countries, countriesText(withIds(countryRows(textOf(countries, '[]')), listedCountries())))
  writeFileSync(regions, regionsText(withIds(regionRows(textOf(regions, '{}')), listedRegions())))
}

/** Starts empty only if the file does not exist, because ids must never be assigned twice. */
function textOf(file, otherwise) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return otherwise
    throw error
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) main()
