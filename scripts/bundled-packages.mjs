/**
 * Writes the licences of the bundled packages, and a bill of materials (CycloneDX).
 *
 * @module
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library'

/** Packages whose data is shipped beside the bundle, which esbuild does not see: src/fixtures/geo is compiled from them. */
const SHIPPED_AS_DATA = ['iso-3166', 'idiomorph', 'swagger-ui-dist']

const manifest = (folder) => JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))

/**
 * Writes `THIRD-PARTY-LICENSES.txt` and `sbom.cdx.json` into a folder.
 *
 * @param inputs the source files of the bundle, as the keys of esbuild's metafile
 */
export function describeBundledPackages(inputs, folder) {
  const bundled = Object.keys(inputs).flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])
  const names = [...new Set([...bundled, ...SHIPPED_AS_DATA])].sort()
  const packages = names.map((name) => ({ ...manifest(`node_modules/${name}`), text: licenceText(name) }))
  writeFileSync(`${folder}/THIRD-PARTY-LICENSES.txt`, licencesOf(packages).join(`\n\n${'-'.repeat(80)}\n`))
  writeFileSync(`${folder}/sbom.cdx.json`, `${billOfMaterials(packages)}\n`)
}

/** The licences: packages with the same terms, whatever their line breaks, each with its copyright notice, and the terms once. */
function licencesOf(packages) {
  const withTerms = new Map()
  for (const { name, version, license, text } of packages) {
    const begin = Math.max(text.search(/^Permission (?:is hereby granted|to use, copy)/m), 0)
    const [notice, terms] = [text.slice(0, begin).trim(), text.slice(begin).trim()]
    const key = terms.replace(/\s+/g, ' ')
    const { notices } = withTerms.get(key) ?? withTerms.set(key, { terms, notices: new Map() }).get(key)
    notices.set(notice, [...(notices.get(notice) ?? []), `${name} ${version} (${license})`])
  }
  return [...withTerms.values()].map(({ terms, notices }) =>
    [...[...notices].map(([notice, heads]) => [heads.join('\n'), notice].filter(Boolean).join('\n\n')), terms].join('\n\n'),
  )
}

/** Deterministic: without serial number and time stamp. */
function billOfMaterials(packages) {
  const product = component(Enums.ComponentType.Application, manifest('.'))
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: product }) })
  for (const one of packages) {
    const library = component(Enums.ComponentType.Library, one)
    bom.components.add(library)
    product.dependencies.add(library.bomRef)
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6))
  return serializer.serialize(bom, { sortLists: true })
}

function component(type, { name, version, license, description }) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const [group, short] = name.startsWith('@') ? name.split('/') : [undefined, name]
  return new Models.Component(type, short, {
    ...(group && { group }),
    version,
    description,
    purl,
    bomRef: purl,
    licenses: new Models.LicenseRepository([new Models.SpdxLicense(license)]),
  })
}

function licenceText(name) {
  for (const file of ['LICENSE', 'LICENSE.md', 'license', 'LICENSE.txt', 'license.md']) {
    try {
      return readFileSync(`node_modules/${name}/${file}`, 'utf8')
    } catch {}
  }
  const readme = readFileSync(`node_modules/${name}/README.md`, 'utf8')
  const inReadme = /^#+ licen[cs]e\s*$/im.exec(readme)
  if (inReadme) return readme.slice(inReadme.index + inReadme[0].length).trim()
  throw new Error(`node_modules/${name} has no licence file that this script knows: add its name to licenceText`)
}
