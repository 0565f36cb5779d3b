import type { Plugin } from 'esbuild'

export declare const fakerParts: Plugin
