import { expect, test } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import { goBack } from '#renderer/composables/go-back.ts'

/** A router at `/plan`, opened from `/domain`, whose browser goes back only when `arrive` is called. */
async function createSlowRouter({ hasPageBefore = true } = {}) {
  const history = createMemoryHistory()
  let arrive = (): void => undefined
  const router = createRouter({
    history: {
      ...history,
      get location() {
        return history.location
      },
      get state() {
        return hasPageBefore ? { back: '/domain' } : {}
      },
      go(delta) {
        arrive = () => history.go(delta)
      },
    },
    routes: ['/domain', '/plan', '/domains'].map((path) => ({ path, component: {} })),
  })
  if (hasPageBefore) await router.push('/domain')
  await router.push('/plan')
  /** Resolves when the browser has gone back and no page is loading. */
  const finish = async () => {
    const ended = new Promise<void>((resolve) => {
      const stop = router.afterEach((_to, _from, failure) => {
        if (failure) return
        stop()
        resolve()
      })
    })
    arrive()
    await ended
  }
  return { router, finish, path: () => router.currentRoute.value.path }
}

test('Going back opens the page before', async () => {
  const { router, finish, path } = await createSlowRouter()
  goBack(router, '/domains')
  await finish()
  expect(path()).toBe('/domain')
  await router.push('/domains')
  expect(path()).toBe('/domains')
})

test('A page that the user opens before the browser has gone back is opened, and the page that was left is not in between', async () => {
  const { router, finish, path } = await createSlowRouter()
  goBack(router, '/domains')
  await router.push('/domains')
  await finish()
  expect(path()).toBe('/domains')
  router.back()
  await finish()
  expect(path()).toBe('/domain')
})

test('Without a page before, going back opens the fallback', async () => {
  const { router, path } = await createSlowRouter({ hasPageBefore: false })
  goBack(router, '/domains')
  await new Promise<void>((resolve) => router.afterEach(() => resolve()))
  expect(path()).toBe('/domains')
})
