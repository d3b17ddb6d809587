import { expect, it } from 'vitest'
import { compareSteps, readGuidePage } from './guide-page.ts'

const page = `# A page

Text, and a list without steps:

- not a step

## The first part

1. Press **Open** at the top,
   and wait.
2. Type \`+1 415 555 0101\`.

   ![The number](pictures/number.png)

Text between.

1. Press Enter.
   \`\`\`sh
   never a part of the sentence
   \`\`\`
`
const implemented = ['Press **Open** at the top, and wait.', 'Type `+1 415 555 0101`.', 'Press Enter.']
const compare = (markdown: string, sentences: readonly string[] = implemented) =>
  compareSteps(readGuidePage(markdown), sentences)

it('reads the steps of a page with their pictures', () => {
  expect(readGuidePage(page)).toEqual({
    steps: [
      { number: 1, sentence: implemented[0], pictures: [] },
      { number: 2, sentence: implemented[1], pictures: ['number.png'] },
      { number: 1, sentence: implemented[2], pictures: [] },
    ],
    strayPictures: [],
  })
})

it('finds no difference if every step is implemented', () => {
  expect(compare(page)).toEqual([])
})

it('reports a changed sentence', () => {
  expect(compare(page.replace('Press Enter.', 'Press Return.'))).toEqual([
    'This step is not implemented: “Press Return.”',
    'This step is not on the page: “Press Enter.”',
  ])
})

it.each([
  ['a step that is not implemented', page, implemented.slice(0, 2), 'This step is not implemented: “Press Enter.”'],
  ['a step that is not on the page', page, [...implemented, 'Wait.'], 'This step is not on the page: “Wait.”'],
  ['another order', page, implemented.toReversed(), 'This step is in another order'],
  ['a duplicate step', `${page}2. Press Enter.\n`, implemented, 'This step exists twice'],
  ['a skipped number', page.replace('2. Type', '3. Type'), implemented, 'The number 3 does not follow 1'],
  ['a picture outside the steps', `${page}\nText.\n![x](pictures/stray.png)\n`, implemented, 'belongs to no step'],
  [
    'a picture of two steps',
    `${page}2. Wait.\n   ![x](pictures/number.png)\n`,
    [...implemented, 'Wait.'],
    'belongs to two steps: number.png',
  ],
])('reports %s', (_what, markdown, sentences, difference) => {
  expect(compare(markdown, sentences).join('\n')).toContain(difference)
})
