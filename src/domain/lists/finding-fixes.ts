import type { FindingCode, FindingFix } from '../../contract/list.ts'
import { neverOpen, noOverlap } from './checked-row.ts'

/** The name of a `damagedNumber` finding whose original number is proved. */
export const repairable = 'repairable'

/**
 * Returns the fixes that apply to a group of rows, the recommended one first; none for a group that is never called.
 */
export const fixesOf = ({ code, name }: { code: FindingCode; name: string }): FindingFix[] => {
  switch (code) {
    case 'noCountryCode':
      return ['useCountry', 'leaveOut']
    case 'damagedNumber':
      return name === repairable ? ['repair', 'leaveOut'] : ['leaveOut']
    case 'noTimeZone':
      // A chosen zone applies only to rows without one.
      return name === noOverlap || name === neverOpen ? ['leaveOut'] : ['chooseZone', 'leaveOut']
    case 'missingValue':
      return ['callAnyway', 'leaveOut']
    case 'duplicate':
    case 'calledRecently':
    case 'unresolvedCall':
    case 'noConsent':
      return ['leaveOut', 'callAnyway']
    case 'contextTooLarge':
    case 'containsKey':
      return ['leaveOut']
    case 'invalidNumber':
    case 'emergencyNumber':
    case 'shortNumber':
    case 'doNotCall':
      return []
  }
}

/** Returns whether a release of the row, or Call anyway for the group, makes the finding no longer hold the row. */
export const isSettledByRelease = (finding: { code: FindingCode; name: string }): boolean =>
  fixesOf(finding).includes('callAnyway')

/**
 * Returns whether a release of the row, or Call anyway for the group, needs a confirmation because of the finding. A
 * missing value only leaves a gap in a sentence. Any other finding may affect the recipient.
 */
export const needsConfirmation = (finding: { code: FindingCode; name: string }): boolean =>
  isSettledByRelease(finding) && finding.code !== 'missingValue'
