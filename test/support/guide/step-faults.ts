import type { GuidePage } from './guide-page.ts'

const numbering = ({ steps }: GuidePage): string[] =>
  steps.flatMap(({ number, sentence }, at) => {
    const before = steps[at - 1]?.number ?? 0
    return number === before + 1 || number === 1
      ? []
      : [`The number ${number} does not follow ${before}: “${sentence}”`]
  })

const doubled = (names: readonly string[]): string[] => names.filter((name, at) => names.indexOf(name) !== at)

/**
 * Holds a page against its acts, given by their sentences in order: every step has exactly one act, every act its step,
 * both in the same order, and each picture is taken at one step. Gives a sentence for each fault; none is good.
 */
export const stepFaults = (page: GuidePage, acts: readonly string[]): string[] => {
  const sentences = page.steps.map(({ sentence }) => sentence)
  const without = sentences.filter((one) => !acts.includes(one)).map((one) => `This step has no act: “${one}”`)
  const left = acts.filter((one) => !sentences.includes(one)).map((one) => `This act has no step: “${one}”`)
  const twice = [...doubled(sentences), ...doubled(acts)].map((one) => `This step stands there twice: “${one}”`)
  const order =
    without.length + left.length + twice.length > 0
      ? []
      : sentences.flatMap((one, at) => (one === acts[at] ? [] : [`This step is not where its act is: “${one}”`]))
  const pictures = page.steps.flatMap((step) => step.pictures)
  return [
    ...without,
    ...left,
    ...twice,
    ...order,
    ...numbering(page),
    ...page.strayPictures.map((name) => `This picture belongs to no step, so nobody takes it: ${name}`),
    ...doubled(pictures).map((name) => `This picture is taken twice: ${name}`),
  ]
}
