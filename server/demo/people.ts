import { deriveUsername } from '#src/domain/imc/users/username.ts'

/** A person of the large demo entity. */
export interface DemoPerson {
  readonly name: string
  readonly username: string
}

const FIRST_NAMES = [
  ...['Adriana', 'Alejandro', 'Ana María', 'Andrés', 'Ángela', 'Camilo', 'Carolina', 'Cristian', 'Daniela', 'Diego'],
  ...['Elena', 'Felipe', 'Gabriela', 'Gustavo', 'Héctor', 'Ingrid', 'Jaime', 'Jimena', 'Juan Pablo', 'Laura'],
  ...['Luz Marina', 'Manuel', 'Margarita', 'Mauricio', 'Nicolás', 'Olga', 'Patricia', 'Ricardo', 'Sebastián'],
  ...['Valentina', 'Wilson'],
] as const

const SURNAMES = [
  ...['Acosta', 'Aguirre', 'Álvarez', 'Barrera', 'Bedoya', 'Bernal', 'Caicedo', 'Cárdenas', 'Castro', 'Correa'],
  ...['Delgado', 'Díaz', 'Escobar', 'Forero', 'Galindo', 'Giraldo', 'Gómez', 'Hurtado', 'Jaramillo', 'Lozano'],
  ...['Mejía', 'Montoya', 'Mosquera', 'Murillo', 'Núñez', 'Ocampo', 'Ortiz', 'Ospina', 'Palacios', 'Peña', 'Quintero'],
  ...['Rentería', 'Restrepo', 'Rincón', 'Salazar', 'Sánchez', 'Suárez', 'Téllez', 'Valencia', 'Vargas', 'Zapata'],
] as const

const pickWord = (words: readonly string[], i: number) => words[i % words.length] ?? ''

const toName = (i: number) =>
  `${pickWord(FIRST_NAMES, i)} ${pickWord(SURNAMES, i * 7)} ${pickWord(SURNAMES, i * 11 + 3)}`

/** Creates people, the same in every run. The first two users are `admin` and `operador`. */
export function createPeople(count: number): readonly DemoPerson[] {
  const taken = new Set(['admin', 'operador'])
  return Array.from({ length: count }, (_, i) => {
    const name = toName(i)
    if (i < 2) return { name, username: i === 0 ? 'admin' : 'operador' }
    const username = deriveUsername(name, (candidate) => taken.has(candidate))
    taken.add(username)
    return { name, username }
  })
}
