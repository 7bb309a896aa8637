import { describe, expect, test } from 'vitest'
import { findWordpressInstallProblems } from '#renderer/features/servers/wordpress/find-wordpress-install-form-problems.ts'
import {
  isSameSiteUrl,
  decodeSiteHost,
  normalizeSiteUrl,
} from '#renderer/features/servers/wordpress/normalize-and-compare-site-urls.ts'

describe('The address of a WordPress', () => {
  test.each([
    ['example.com', 'https://example.com/'],
    ['http://example.com/blog', 'http://example.com/blog'],
    [' https://日本語.example/ ', 'https://xn--wgv71a119e.example/'],
  ])('%j stands for %s', (typed, url) => {
    expect(normalizeSiteUrl(typed)).toBe(url)
  })

  test.each(['', 'localhost', 'ftp://example.com', 'https://me:secret@example.com/', 'a b.example'])(
    '%j is no web address',
    (typed) => {
      expect(normalizeSiteUrl(typed)).toBeNull()
    },
  )

  test.each(['https://xn--wgv71a119e.example/blog/', '日本語.example/blog', 'http://日本語.example/blog/'])(
    '%j confirms the listed address',
    (typed) => {
      expect(isSameSiteUrl(typed, 'https://xn--wgv71a119e.example/blog/')).toBe(true)
    },
  )

  test.each(['', 'xn--wgv71a119e.example', '日本語.example/blog/2'])('%j confirms nothing', (typed) => {
    expect(isSameSiteUrl(typed, 'https://xn--wgv71a119e.example/blog/')).toBe(false)
  })

  test('A Japanese host is shown with its characters', () => {
    expect(decodeSiteHost('https://xn--wgv71a119e.example/')).toBe('日本語.example')
    expect(decodeSiteHost('https://example.com/')).toBeNull()
  })
})

describe('The form of a new WordPress', () => {
  const full = { url: 'example.com', title: 'T', adminUsername: 'a', adminEmail: 'a@b.example', adminPassword: 'p' }

  test('A complete form has no problem', () => {
    expect(findWordpressInstallProblems(full)).toEqual({})
  })

  test('Each empty or wrong field has its own problem', () => {
    expect(
      findWordpressInstallProblems({ url: '', title: ' ', adminUsername: '', adminEmail: 'a@b', adminPassword: '' }),
    ).toEqual({
      url: 'needed',
      title: 'needed',
      adminUsername: 'needed',
      adminEmail: 'noEmail',
      adminPassword: 'needed',
    })
    expect(findWordpressInstallProblems({ ...full, url: 'localhost' })).toEqual({ url: 'noUrl' })
  })
})
