const numbers = new Intl.NumberFormat('en')
const lists = new Intl.ListFormat('en', { type: 'conjunction' })
const regions = new Intl.DisplayNames('en', { type: 'region' })

/** Words that belong to no single screen. */
export const common = {
  close: 'Close',
  cancel: 'Cancel',
  copy: 'Copy',
  copied: (what: string) => `Copied ${what}`,
  copyOf: (what: string) => `Copy ${what}`,
  notCopied: 'The clipboard did not take it. Select the text and copy it by hand.',
  askAgain: 'Ask again',
  asking: 'Asking the service …',
  stillAsking: 'Still asking. A slow network can take up to half a minute.',
  none: '–',
  blank: '\u00a0',
  count: (n: number) => numbers.format(n),
  list: (names: readonly string[]) => lists.format(names),
  country: (code: string) => regions.of(code) ?? code,
  serviceSays: (words: string) => `The service says: “${words}”`,
}
