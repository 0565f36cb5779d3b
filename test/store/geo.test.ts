import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { geoFolder, geography } from '../../src/store/geo.ts'

const SOURCE = fileURLToPath(new URL('../../src/store/geo.ts', import.meta.url))
const world = geography()

function unique(values: readonly unknown[]): number {
  return new Set(values).size
}

describe('the countries and regions of the world', () => {
  test('are about 250 countries and several thousand regions, each with an id of its own', () => {
    expect(world.countries().length).toBeGreaterThanOrEqual(245)
    expect(world.countries().length).toBeLessThan(260)
    expect(unique(world.countries().map(({ id }) => id))).toBe(world.countries().length)
    expect(unique(world.countries().map(({ code }) => code))).toBe(world.countries().length)
    expect(world.regions().length).toBeGreaterThan(3500)
    expect(unique(world.regions().map(({ id }) => id))).toBe(world.regions().length)
  })

  test('are named, and every region lies in a listed country', () => {
    const codes = new Set(world.countries().map(({ code }) => code))
    expect(world.regions().filter(({ countryCode }) => !codes.has(countryCode))).toEqual([])
    expect(world.countries().filter(({ code, name }) => !/^[A-Z]{2}$/.test(code) || name.trim() === '')).toEqual([])
    expect(world.regions().filter(({ name }) => name === '' || name !== name.trim())).toEqual([])
  })

  test('come in the order in which they are shown', () => {
    const collator = new Intl.Collator('en')
    const countries = world.countries().toSorted((a, b) => collator.compare(a.name, b.name))
    expect(world.countries()).toEqual(countries)
    const regions = world
      .regions()
      .toSorted((a, b) => collator.compare(a.countryCode, b.countryCode) || collator.compare(a.name, b.name) || a.id - b.id)
    expect(world.regions()).toEqual(regions)
    expect(countries.findIndex(({ code }) => code === 'AX')).toBeLessThan(countries.findIndex(({ code }) => code === 'AL'))
  })

  test.each([
    ['GB', 'United Kingdom'],
    ['US', 'United States'],
    ['BO', 'Bolivia'],
    ['CD', 'Democratic Republic of the Congo'],
    ['CG', 'Congo'],
    ['KR', 'South Korea'],
    ['TZ', 'Tanzania'],
    ['VN', 'Vietnam'],
    ['FK', 'Falkland Islands'],
    ['MF', 'Saint Martin'],
    ['SH', 'Saint Helena, Ascension and Tristan da Cunha'],
  ])('call %s by its common name, %s', (code, name) => {
    expect(world.country(code)?.name).toBe(name)
  })

  test.each([
    ['GB', 'City of Bristol'],
    ['GB', 'County Durham'],
    ['ES', 'Comunidad Foral de Navarra'],
    ['IT', "Valle d'Aosta"],
    ['RU', 'Kabardino-Balkarskaya Respublika'],
    ['FR', 'Île-de-France'],
  ])('have in %s the region %s', (code, name) => {
    expect(world.regionsOf(code).map((region) => region.name)).toContain(name)
  })

  test('are shared by all who ask', () => {
    expect(geography().regions()).toBe(world.regions())
    expect(geography({ countries: [], regions: [] }).regions()).toBe(world.regions())
  })
})

describe('a place', () => {
  test('is found by its code in any case, a region by its id', () => {
    expect(world.country('gb')).toBe(world.country('GB'))
    expect(world.country('xx')).toBeUndefined()
    const kent = world.regionsOf('gb').find(({ name }) => name === 'Kent')
    expect(world.region(kent?.id ?? 0)).toBe(kent)
    expect(world.region(0)).toBeUndefined()
    expect(world.regionsOf('zz')).toEqual([])
    expect(world.regionsOf('constructor')).toEqual([])
  })

  test('is the region of that full name, blind to case and accents', () => {
    const paris = world.regionId('FR', 'ile de france')
    expect(world.region(paris ?? 0)?.name).toBe('Île-de-France')
    expect(world.regionId('fr', 'ÎLE-DE-FRANCE')).toBe(paris)
    expect(world.regionId('GB', 'ile de france')).toBeUndefined()
    expect(world.regionId('FR', 'ile de')).toBeUndefined()
    expect(world.regionId('FR', '')).toBeUndefined()
  })

  test('shared by a town and its county has the lower id of the two', () => {
    const twins = world.regionsOf('EE').filter(({ name }) => name === 'Tartu')
    expect(twins).toHaveLength(2)
    expect(world.regionId('EE', 'tartu')).toBe(Math.min(...twins.map(({ id }) => id)))
  })

  test.each([
    ['GB', 'fr', 'Royaume-Uni'],
    ['de', 'fr-FR', 'Allemagne'],
    ['FR', 'de-CH', 'Frankreich'],
    ['GB', 'en-GB', 'United Kingdom'],
    ['GB', 'tlh', 'United Kingdom'],
    ['GB', '', 'United Kingdom'],
    ['ZZ', 'fr', undefined],
  ])('%s is called in the language %j %j', (code, language, name) => {
    expect(world.countryName(code, language)).toBe(name)
  })
})

describe('a fixture', () => {
  const freedonia = { id: 7, code: 'QZ', name: 'Freedonia' }
  const britain = { id: 826, code: 'GB', name: 'Britain' }
  const devon = { id: 1070, countryCode: 'GB', name: 'Devon' }
  const valley = { id: 3, countryCode: 'QZ', name: 'Ärea Valley' }
  const zone = { id: 2, countryCode: 'QZ', name: 'Zone' }

  test('brings its own countries and regions in place of the world', () => {
    const own = geography({
      countries: [freedonia, britain],
      regions: [zone, valley, devon],
    })
    expect(own.countries()).toEqual([britain, freedonia])
    expect(own.regions()).toEqual([devon, valley, zone])
    expect(own.country('fr')).toBeUndefined()
    expect(own.regionId('qz', 'area valley')).toBe(3)
    expect(own.region(1070)).toBe(devon)
    expect(own.countryName('QZ', 'fr')).toBe('Freedonia')
    expect(own.countryName('GB', 'en')).toBe('Britain')
    expect(own.countryName('GB', 'de')).toBe('Vereinigtes Königreich')
  })

  test('that brings only countries has the regions of the world in them', () => {
    const own = geography({ countries: [freedonia, britain], regions: [] })
    expect(own.regions()).toEqual(world.regionsOf('GB'))
  })

  test('that brings only regions has the countries of the world', () => {
    const own = geography({ countries: [], regions: [devon] })
    expect(own.countries()).toBe(world.countries())
    expect(own.regions()).toEqual([devon])
  })
})

describe('the tables', () => {
  test('are read on first use, and once', () => {
    const script = `
      import fs from 'node:fs'
      import { syncBuiltinESMExports } from 'node:module'
      let reads = 0
      for (const name of ['readFileSync', 'existsSync']) {
        const real = fs[name]
        fs[name] = (path, ...rest) => {
          if (/\\/geo\\/(countries|regions)\\.json$/.test(String(path))) reads += 1
          return real(path, ...rest)
        }
      }
      syncBuiltinESMExports()
      const { geography } = await import(${JSON.stringify(pathToFileURL(SOURCE).href)})
      const world = geography()
      const fixture = { countries: [{ id: 1, code: 'GB', name: 'Britain' }], regions: [{ id: 1, countryCode: 'GB', name: 'Kent' }] }
      geography(fixture).regions()
      const before = reads
      world.countries()
      const first = reads
      geography().regions()
      console.log(JSON.stringify({ before, first, later: reads }))`
    const args = ['--import', 'tsx', '--input-type=module', '--eval', script]
    const counts: unknown = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
    expect(counts).toEqual({ before: 0, first: 3, later: 3 })
  })

  describe('in the shipped bundle', () => {
    let folder = ''
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'understay-geo-'))
    })
    afterAll(() => rmSync(folder, { recursive: true }))

    test.each(['dist/main.mjs', 'dist/chunks/geo.mjs'])('are found from %s', async (file) => {
      const outfile = join(folder, file)
      await build({
        entryPoints: [SOURCE],
        bundle: true,
        platform: 'node',
        format: 'esm',
        outfile,
        logLevel: 'silent',
      })
      const script = `import { geography } from ${JSON.stringify(pathToFileURL(outfile).href)}; console.log(geography().regions().length)`
      const run = () =>
        execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8', stdio: 'pipe' })

      rmSync(join(folder, 'dist/geo'), { recursive: true, force: true })
      expect(run).toThrow('The tables of countries and regions are missing')
      cpSync(geoFolder(), join(folder, 'dist/geo'), { recursive: true })
      expect(Number(run())).toBe(world.regions().length)
    })
  })

  test('still name a place that is no longer listed to those who hold its id or code', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'understay-geo-'))
    const outfile = join(folder, 'main.mjs')
    await build({ entryPoints: [SOURCE], bundle: true, platform: 'node', format: 'esm', outfile, logLevel: 'silent' })
    mkdirSync(join(folder, 'geo'))
    writeFileSync(join(folder, 'geo/countries.json'), '[[9,"DD","East Germany",1],[2,"DE","Germany"]]')
    writeFileSync(join(folder, 'geo/regions.json'), '{"DE":[[4,"HE","Hessen"],[5,"XX","Waldeck",1]]}')
    const script = `import { geography } from ${JSON.stringify(pathToFileURL(outfile).href)}
      const { countries, country, regionsOf, region, regionId } = geography()
      console.log(JSON.stringify({
        countries: countries().length, country: country('dd'), regions: regionsOf('DE').length, region: region(5),
        id: regionId('DE', 'waldeck') ?? null,
      }))`
    const seen: unknown = JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }),
    )
    rmSync(folder, { recursive: true })
    expect(seen).toEqual({
      countries: 1,
      country: { id: 9, code: 'DD', name: 'East Germany' },
      regions: 1,
      region: { id: 5, countryCode: 'DE', name: 'Waldeck' },
      id: null,
    })
  })

  test('are compact', () => {
    const bytes = ['countries.json', 'regions.json'].map((name) => readFileSync(new URL(name, geoFolder())).length)
    expect(Math.max(...bytes)).toBeLessThan(128 * 1024)
  })
})
