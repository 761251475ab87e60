import { expect, test } from 'vitest'
import { shortenPeople } from '#server/imc/users/load-messages.ts'

test('a page of the audit names the first people of a large file, and how many more it has (D91)', () => {
  const people = Array.from({ length: 2_000 }, (_, i) => `Ana Ruiz (aruiz${i})`)
  const shown = shortenPeople(people.join('; '))
  expect(shown.length).toBeLessThan(1_050)
  const [rest = '', ...named] = shown.split('; ').reverse()
  expect(named.reverse()).toEqual(people.slice(0, named.length))
  expect(rest).toBe(`y otras 1.${2_000 - 1_000 - named.length}`)
  const few = people.slice(0, 25).join('; ')
  expect(shortenPeople(few)).toBe(few)
})
