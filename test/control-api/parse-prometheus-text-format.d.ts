declare module 'parse-prometheus-text-format' {
  const parse: (text: string) => readonly import('./prometheus.ts').Parsed[]
  export = parse
}
