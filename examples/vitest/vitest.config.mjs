import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/*.test.mjs'],
    maxWorkers: 8,
  },
})
