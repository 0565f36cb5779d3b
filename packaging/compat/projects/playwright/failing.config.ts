export default { testMatch: 'failing.ts', reporter: 'json' }
