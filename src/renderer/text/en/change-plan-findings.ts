import type { ZonePlanWarningCode } from '#shared/dns/plan/zone-plan-finding-codes.ts'
import type {
  DomainChangeCsvErrorCode,
  DomainChangeCsvWarningCode,
} from '#shared/domain-change-csv/domain-change-csv-finding-codes.ts'
import type { domainSettingFindingCodes } from '#shared/ipc/domain-change-plans.ts'

export const planFindings = {
  warning: {
    zoneElsewhere: 'With the name servers {names}, these records have no effect.',
    zoneMixed: 'With name servers of others ({names}), these records are only partly in effect.',
    zoneUnknown:
      'It is not known whether the name servers are those of this service. If not, these records have no effect.',
    zoneUnread:
      'The name servers of the domain were not read yet. If they are not those of this service, these records have no effect.',
    zoneUnreadable:
      'The name servers cannot be read, because the domain is not active. If they are not those of this service, these records have no effect.',
    allDeleted: 'Every record of the zone will be deleted ({n}).',
    manyTouched: 'Records changed or deleted: {n} of {total} ({percent}%).',
    apexNsTouched: 'NS records of the domain itself will change. This does not change the name servers of the domain.',
    apexMxRemoved: 'The domain will have no MX record. Mail to the domain may no longer arrive.',
    unusedMxRemoved:
      'The domain itself will have no MX record. This affects mail only if the domain uses the name servers of this service again.',
    cnameConflict:
      '{host} will have a CNAME beside other records ({types}). A CNAME must be the only record of a host.',
    severalCnames: '{host} will have {n} CNAME records. A CNAME must be the only record of a host.',
    targetMissing: '{type} {host} will point to {target}, which has no record in this zone.',
    targetRemoved: '{type} {host} points to {target}, whose records this change removes.',
    recordOutdated: '{type} {host} {content} is not in the zone as planned; now: {now}. Its change is left out.',
    recordAlreadyGone: '{type} {host} with the content {content} is no longer in the zone. Nothing is left to delete.',
  } satisfies Record<ZonePlanWarningCode, string>,
  /** Findings about settings and accounts. */
  setting: {
    nameserversTooFew: 'At least {min} name server is needed.',
    nameserversTooMany: 'There are {n} name servers; at most {max} are allowed.',
    nameserverLong: '{name} has more than {max} characters.',
    nameserverAddress: '{name} is an IP address. Name servers are host names.',
    nameserverForm: '{name} is not a host name.',
    nameserverTwice: '{name} is given twice.',
    whoisFieldMissing: '{field} is needed while Whois privacy is off.',
    whoisFieldEmpty: '{field} must not be empty while Whois privacy is off.',
    whoisFieldNotLatin: '{field} may have Latin letters, digits and symbols only.',
    whoisPhoneForm: '{field} must look like +81.312345678.',
    domainGone: 'The domain is no longer in the list of the account.',
    domainNotActive:
      'The status of the domain is {status}, as read at {time}. Only settings of active domains can be changed.',
    fileHasNoRecordForDomain: 'No record of the file can be used for this domain.',
    fileRecordsNotUsed:
      'Entries of the file that can be used for the first domain, but not for this one: {n}. The first is: {text}',
    nameserverGlue:
      '{name} belongs to the domain itself. It works only if its address is registered, which the API cannot do.',
    zoneTakesEffect: 'The records of the zone will take effect.',
    zoneLosesEffect: 'The records of the zone will no longer have an effect.',
    zonePartlyInEffect:
      'The records of the zone will be only partly in effect: some name servers do not belong to the service.',
    zoneFullyInEffect: 'The records of the zone, so far only partly in effect, will take full effect.',
    nameserversSetElsewhere:
      'The name servers differ from those on which the earlier plan was based; now: {nameservers}. This change overwrites them.',
    nameserversSetAgain: 'The name servers were changed again since; now: {nameservers}. The undo overwrites them.',
    whoisFieldSetAgain: '{field} was changed again since; now: {value}. The undo overwrites it.',
    lockMigrating:
      'When last read, the domain was being moved to another registrar. Its lock can be changed afterwards.',
    unlockBlocked: 'When last read, the lock could be cleared only by a cancellation request.',
    oneWayLock: 'Once locked, the domain cannot be unlocked until its cancellation.',
    oneWayLockLeftOut:
      'The lock is not included, because it could not be cleared again until the cancellation of the domain.',
    whoisNotEditable: 'The Whois data of this domain cannot be changed.',
    whoisRefusedByService: 'The Whois data of this domain cannot be changed. The service answered: {message}',
    whoisMigrating:
      'When last read, the domain was being moved to another registrar. Its Whois data can be changed afterwards.',
    whoisMailValidation:
      'When last read, the mail address was not confirmed. The Whois data can be changed once it is.',
    whoisPrivacyUnavailable: 'Whois privacy is not available for this TLD.',
    whoisPublished: 'The contact data will be public.',
    changedInOtherAccount:
      'The plan has the same domain in the account “{account}”. It is changed there, or not at all.',
    accountPaused: 'The account is paused. The changes wait until it is resumed.',
    accountReadOnly: 'The account is read-only. The changes wait until it may be changed.',
    accountHasNoKey: 'The account has no API key.',
    accountKeysRefused: 'No API key with the permission for the domain can be used now.',
    accountLacksPermission: 'No API key of the account has the permission for the domain.',
  } satisfies Record<(typeof domainSettingFindingCodes)[number], string>,
  /** Lines of a CSV file with changes. */
  csv: {
    csvTooLarge: 'The file is larger than {max} MB.',
    csvTooManyLines: 'A file may have {max} lines. The lines from here on are not read.',
    csvUnclosedQuote: 'A quotation mark is not closed. The file cannot be read from here on.',
    csvTextAfterQuote: 'Text follows a closing quotation mark in the same cell.',
    csvTooLong: 'The line has more than {max} characters. The file cannot be read from here on.',
    csvUndecodable: 'The line has characters that cannot be read.',
    csvTooFewColumns: 'A line has {min} columns: domain, what, value.',
    csvTooManyColumns: 'A line has at most {max} columns: domain, what, value.',
    csvInvalidDomain: '“{domain}” is not a domain name.',
    csvDomainNotFound: '{domain} is in no domain list that Banto has read.',
    csvDomainGone: '{domain} is no longer in the list of “{account}”.',
    csvDomainInSeveralAccounts:
      '{domain} is in several accounts. Select it in the list of domains, and use the file for the selected domains only.',
    csvDomainSelectedInSeveralAccounts: '{domain} is selected in several accounts. Select it in one account only.',
    csvDomainNotInPlan: '{domain} is not among the selected domains.',
    csvUnknownChange: '“{what}” is not a kind of change. Use {known}, or a Whois field such as whois_city.',
    csvValueMissing: 'The value of {what} is missing.',
    csvNotOnOrOff: '“{value}” is neither on nor off.',
    csvInvalidRecord: '“{value}” is not a record. Example: www 3600 A 192.0.2.1',
    csvRemovalForm:
      '“{value}” does not name a record to remove. Write host, type and content, without a TTL. Example: old A 192.0.2.9',
    csvRecordType: 'Records of type {type} are not supported. Possible: {known}',
    csvTtlForm: '“{value}” is not a TTL. Examples: 300, or www A 300',
    csvSetTwice: '{what} is already set on an earlier line.',
    csvNoRecord: 'The zone as read at {time} has no record “{record}”. The line changes nothing.',
    csvAlreadySet: 'As read at {time}, the domain has this setting already. The line changes nothing.',
    csvRepeatsLine: 'Line {other} does this, too. This line changes nothing.',
    csvOtherTtlApplies:
      'Line {other} has the same record. What it says about the TTL applies, and this line changes nothing.',
    csvUndoneByLine: 'Line {other} removes or replaces what this line adds.',
    csvAddedAgain: 'Line {other} adds again what this line removes.',
    csvTtlSetAgain: 'Line {other} sets the TTL of the same records. This line changes nothing.',
  } satisfies Record<DomainChangeCsvErrorCode | DomainChangeCsvWarningCode, string>,
}
