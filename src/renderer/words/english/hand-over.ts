/** Words about handing a key to another desk. */
export const handOver = {
  seal: 'Hand over …',
  open: 'Open a sealed file …',
  sealed: (file: string) => `The key is sealed in ${file}`,
  sealedNext:
    'Give the file to the other desk, and the passphrase by another way, best by voice. Whoever has both has the key. Delete the file once it was opened.',
  openTitle: (file: string) => `Open ${file}`,
  openText:
    'The key goes from the file into the keychain of this computer, once the service has taken it. Nothing is changed before.',
  passphrase: 'Passphrase',
  passphraseHint: 'Five groups of five, with hyphens. Large and small letters are the same.',
  hold: 'Hold this passphrase',
  held: (length: number) => `Passphrase held, ${length} characters`,
  openYes: 'Open and check',
  opening: 'Opening …',
  opened: (profile: string) => `“${profile}” was added`,
  openedNext: 'Its key works and is in the keychain of this computer. Delete the sealed file.',
}
