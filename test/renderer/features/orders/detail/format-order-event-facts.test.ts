import { expect, test } from 'vitest'
import { formatOrderEventFacts } from '#renderer/features/orders/detail/format-order-event-facts.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

test.each([
  [{ happened: true, repeat: false, mayStillArrive: false }, ['「受け付けられた」と記録']],
  [{ happened: false, repeat: false, mayStillArrive: false }, ['「受け付けられなかった」と記録（再注文なし）']],
  [
    { happened: false, repeat: true, mayStillArrive: true },
    ['「受け付けられなかった」と記録（再注文あり）', '後から反映される可能性があります'],
  ],
])('A recorded outcome is shown as one decision, not as answers to questions: %o', (fact, texts) => {
  expect(formatOrderEventFacts(fact, setMessageLanguage('ja'), 'renew')).toEqual(texts)
})
