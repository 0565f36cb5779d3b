import { requireBuild } from './built.ts'

requireBuild()
