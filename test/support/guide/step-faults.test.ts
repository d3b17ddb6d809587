import { expect, it } from 'vitest'
import { readGuidePage } from './guide-page.ts'
import { stepFaults } from './step-faults.ts'

const page = `# A page

Some words, and a list that is no step:

- not a step

## The first part

1. Press **Open**, which stands at the top,
   and wait.
2. Type \`+1 415 555 0101\`.

   ![The number](pictures/number.png)

Words between.

1. Press Enter.
   \`\`\`sh
   never a part of the sentence
   \`\`\`
`
const acts = ['Press **Open**, which stands at the top, and wait.', 'Type `+1 415 555 0101`.', 'Press Enter.']
const faultsOf = (text: string, held: readonly string[] = acts) => stepFaults(readGuidePage(text), held)

it('reads the steps of a page with their pictures', () => {
  expect(readGuidePage(page)).toEqual({
    steps: [
      { number: 1, sentence: acts[0], pictures: [] },
      { number: 2, sentence: acts[1], pictures: ['number.png'] },
      { number: 1, sentence: acts[2], pictures: [] },
    ],
    strayPictures: [],
  })
})

it('finds no fault where every step has its act', () => {
  expect(faultsOf(page)).toEqual([])
})

it('goes red as soon as one sentence is changed', () => {
  expect(faultsOf(page.replace('Press Enter.', 'Press Return.'))).toEqual([
    'This step has no act: “Press Return.”',
    'This act has no step: “Press Enter.”',
  ])
})

it.each([
  ['a step without an act', page, acts.slice(0, 2), 'This step has no act: “Press Enter.”'],
  ['an act without a step', page, [...acts, 'Wait.'], 'This act has no step: “Wait.”'],
  ['another order', page, acts.toReversed(), 'This step is not where its act is'],
  ['a step that stands there twice', `${page}2. Press Enter.\n`, acts, 'This step stands there twice'],
  ['a number that was left out', page.replace('2. Type', '3. Type'), acts, 'The number 3 does not follow 1'],
  ['a picture that nobody takes', `${page}\nWords.\n![x](pictures/stray.png)\n`, acts, 'belongs to no step'],
  [
    'a picture of two moments',
    `${page}2. Wait.\n   ![x](pictures/number.png)\n`,
    [...acts, 'Wait.'],
    'taken twice: number.png',
  ],
])('tells %s', (_what, text, held, fault) => {
  expect(faultsOf(text, held).join('\n')).toContain(fault)
})
