module.exports = {
  mode: 'production',
  target: 'node20',
  entry: './use.mjs',
  externals: [/^understay/],
  externalsType: 'module',
  experiments: { outputModule: true },
  output: { path: `${__dirname}/out`, filename: 'webpack.mjs', module: true, chunkFormat: 'module' },
}
