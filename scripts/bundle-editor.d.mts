export function bundleEditor(outfile: string): Promise<Readonly<Record<string, unknown>>>
