/** The names of configuration files, which are no fixtures. */
export const CONFIG_FILES = ['understay.config.yaml', 'understay.config.yml'] as const

export const isConfigFile = (name: string): boolean => CONFIG_FILES.some((known) => known === name)
