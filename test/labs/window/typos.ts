import { contentSecurityPolicy } from '../../../src/main/electron/app-scheme.ts'

export type Typo = { name: string; change: (policy: string) => string }

const directives = contentSecurityPolicy.split('; ').map((text) => text.split(' ')[0] ?? '')

/** Two letters in the middle of a word change places. */
const swapped = (word: string): string => {
  const at = Math.floor(word.length / 2)
  return word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2)
}

const inDirective =
  (name: string, change: (text: string) => string) =>
  (policy: string): string =>
    policy
      .split('; ')
      .map((text) => (text.split(' ')[0] === name ? change(text) : text))
      .join('; ')

/** Every directive of our policy misspelt, once in its name and once in its value, as a hasty hand would do it. */
export const typos: readonly Typo[] = directives.flatMap((name) => [
  { name: `${name}: its name`, change: inDirective(name, (text) => text.replace(name, swapped(name))) },
  { name: `${name}: its value`, change: inDirective(name, (text) => text.replace(/'(\w)(\w)/, "'$2$1")) },
])
