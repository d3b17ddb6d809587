/** One spelling for all ways to write a number: `+1 (415) 555-0101` and `14155550101` are one; a SIP endpoint keeps its signs. */
export const numberKey = (phoneNumber: string): string =>
  /^[+(0-9]/.test(phoneNumber) ? phoneNumber.replace(/[+ ().-]/g, '') : phoneNumber.toLowerCase()
