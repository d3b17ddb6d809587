/** A numbered step of a guide page: its sentence, and the pictures below it. */
export type GuideStep = { number: number; sentence: string; pictures: readonly string[] }

/** The steps of a page in order, and the pictures outside the steps. */
export type GuidePage = { steps: readonly GuideStep[]; strayPictures: readonly string[] }

type Item = { number: number; lines: string[] }

/** Reads the ordered lists of a page. Indented lines below an item belong to it. */
export const readGuidePage = (markdown: string): GuidePage => {
  const items: Item[] = []
  const outside: string[] = []
  let current: Item | null = null
  for (const line of markdown.split('\n')) {
    const start = /^(\d+)\. (.*)$/.exec(line)
    if (start) {
      current = { number: Number(start[1]), lines: [start[2] ?? ''] }
      items.push(current)
    } else if (current !== null && (line === '' || line.startsWith('   '))) {
      current.lines.push(line.trim())
    } else {
      current = null
      outside.push(line)
    }
  }
  return { steps: items.map(stepOf), strayPictures: picturesIn(outside.join('\n')) }
}

const stepOf = ({ number, lines }: Item): GuideStep => ({
  number,
  sentence: sentenceOf(lines),
  pictures: picturesIn(lines.join('\n')),
})

/** The first paragraph of an item is the step; code and pictures below it only illustrate it. */
const sentenceOf = (lines: readonly string[]): string => {
  const end = lines.findIndex((line) => line === '' || line.startsWith('![') || line.startsWith('```'))
  return lines.slice(0, end === -1 ? lines.length : end).join(' ')
}

const picturesIn = (text: string): string[] =>
  [...text.matchAll(/!\[[^\]]*\]\(pictures\/([\w.-]+)\)/g)].flatMap(([, name]) => name ?? [])

/**
 * Compares the steps of a page with the sentences of the implemented steps: each must exist once on both sides, in the
 * same order, and each picture must belong to exactly one step. Returns a sentence for each difference.
 */
export const compareSteps = (page: GuidePage, implemented: readonly string[]): string[] => {
  const sentences = page.steps.map(({ sentence }) => sentence)
  const missing = [
    ...sentences
      .filter((sentence) => !implemented.includes(sentence))
      .map((sentence) => `This step is not implemented: “${sentence}”`),
    ...implemented
      .filter((sentence) => !sentences.includes(sentence))
      .map((sentence) => `This step is not on the page: “${sentence}”`),
    ...[...duplicates(sentences), ...duplicates(implemented)].map(
      (sentence) => `This step exists twice: “${sentence}”`,
    ),
  ]
  const misplaced = sentences.filter((sentence, index) => sentence !== implemented[index])
  const order = missing.length > 0 ? [] : misplaced.map((sentence) => `This step is in another order: “${sentence}”`)
  const pictures = page.steps.flatMap((step) => step.pictures)
  return [
    ...missing,
    ...order,
    ...wrongNumbers(page),
    ...page.strayPictures.map((name) => `This picture belongs to no step: ${name}`),
    ...duplicates(pictures).map((name) => `This picture belongs to two steps: ${name}`),
  ]
}

const duplicates = (names: readonly string[]): string[] => names.filter((name, index) => names.indexOf(name) !== index)

const wrongNumbers = ({ steps }: GuidePage): string[] =>
  steps.flatMap(({ number, sentence }, index) => {
    const previous = steps[index - 1]?.number ?? 0
    return number === previous + 1 || number === 1
      ? []
      : [`The number ${number} does not follow ${previous}: “${sentence}”`]
  })
