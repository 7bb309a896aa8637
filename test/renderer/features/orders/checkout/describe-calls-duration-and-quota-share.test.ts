import { expect, test } from 'vitest'
import { describeCombinedQuotaCost } from '#renderer/features/orders/checkout/describe-calls-duration-and-quota-share.ts'
import { i18n } from '#renderer/text/i18n.ts'

test.each([
  ['en', 0.0004, ', less than 0.1% of an account’s daily quota'],
  ['en', 0.034, 'at most 3.4% of an account’s daily quota'],
  ['en', 0.0012, 'at most 0.2% of an account’s daily quota'],
  ['en', 0.0021, 'at most 0.3% of an account’s daily quota'],
  ['en', 0.007, 'at most 0.7% of an account’s daily quota'],
  ['ja', 0.0004, '1日の呼び出し枠の0.1%未満を使います'],
  ['ja', 0.034, '1日の呼び出し枠の最大 3.4%を使います'],
] as const)(
  'The daily quota share of several accounts is given as one upper bound (%s, %f)',
  (locale, dayFraction, words) => {
    i18n.global.locale.value = locale
    expect(
      describeCombinedQuotaCost(
        [
          { calls: 4, minutes: 0.1, dayFraction },
          { calls: 2, minutes: 0.1, dayFraction: 0 },
        ],
        i18n.global.t as never,
      ),
    ).toContain(words)
  },
)

test.each([
  ['en', 0.5, 'less than a minute'],
  ['en', 120, 'about 120 min'],
  ['en', 1428, 'about 24 h'],
  ['ja', 1428, '約 24 時間'],
] as const)(
  'The duration of calls that take more than two hours is given in hours (%s, %f minutes)',
  (locale, minutes, words) => {
    i18n.global.locale.value = locale
    expect(describeCombinedQuotaCost([{ calls: 4, minutes, dayFraction: 0 }], i18n.global.t as never)).toContain(words)
  },
)
