/** One numbered step of a page of the guide: its sentence as it stands there, and the pictures shown below it. */
export type GuideStep = { number: number; sentence: string; pictures: readonly string[] }

/** What a page asks its reader to do, in its order, and the pictures that belong to no step. */
export type GuidePage = { steps: readonly GuideStep[]; strayPictures: readonly string[] }

type Item = { number: number; lines: string[] }

const picturesIn = (text: string): string[] =>
  [...text.matchAll(/!\[[^\]]*\]\(pictures\/([\w.-]+)\)/g)].flatMap(([, name]) => name ?? [])

/** The first paragraph of a step is what it says; code and pictures below it only show something. */
const sentenceOf = (lines: readonly string[]): string => {
  const end = lines.findIndex((line) => line === '' || line.startsWith('![') || line.startsWith('```'))
  return lines.slice(0, end === -1 ? lines.length : end).join(' ')
}

const stepOf = ({ number, lines }: Item): GuideStep => ({
  number,
  sentence: sentenceOf(lines),
  pictures: picturesIn(lines.join('\n')),
})

/** Reads the ordered lists of a page; what is indented below an item belongs to it. */
export const readGuidePage = (markdown: string): GuidePage => {
  const items: Item[] = []
  const outside: string[] = []
  let current: Item | null = null
  for (const line of markdown.split('\n')) {
    const begun = /^(\d+)\. (.*)$/.exec(line)
    if (begun) {
      current = { number: Number(begun[1]), lines: [begun[2] ?? ''] }
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
