import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>
}

// npm writes only what its registry has; where a mirror lacks a platform, `npm ci` then refuses the lock file everywhere.
test('the lock file knows every package that some platform needs', () => {
  const paths = Object.keys(packages)
  const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
  expect(wanted.length).toBeGreaterThan(30)
  expect(wanted.filter((name) => !paths.some((path) => path.endsWith(`node_modules/${name}`)))).toEqual([])
})
