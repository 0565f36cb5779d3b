export function bundleEditor(outfile: string): Promise<void>
