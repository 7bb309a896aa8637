import type { Page } from '@playwright/test'

/** Records the texts that the window copies from now on. Returns a function for the last one. */
export async function watchCopiedTexts(page: Page): Promise<() => Promise<string | undefined>> {
  await page.evaluate(() => {
    const copied: string[] = []
    Object.assign(window, { copied })
    document.addEventListener('copy', () => copied.push(String((document.activeElement as HTMLTextAreaElement).value)))
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: (text: string) => Promise.resolve(void copied.push(text)) },
    })
  })
  return () => page.evaluate(() => (window as unknown as { copied: string[] }).copied.at(-1))
}
