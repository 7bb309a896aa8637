import { describe, expect, test } from 'vitest'
import { servername, useServersRig } from './servers-rig.ts'

describe.each(['a', 'b', 'c'] as const)(
  'Readings of a server whose undocumented fields are named as in world %s',
  (undocumented_names) => {
    const servers = useServersRig({ undocumented_names })

    test('Domains and subdomains are listed with their names and document roots', async () => {
      await servers.send('POST', 'subdomain', { subdomain: 'blog.one.com' })
      const { data, answer, readAt } = await servers.call('domains', {})
      expect(data?.map(({ name, documentRoot }) => [name, documentRoot])).toEqual(
        [servername, 'one.com', 'two.com'].map((name) => [name, `/home/web01/${name}/public_html`]),
      )
      expect(answer).not.toBeNull()
      expect(readAt).toBeGreaterThan(0)
      expect((await servers.call('subdomains', {})).data?.map(({ name }) => name)).toEqual(['blog.one.com'])
    })

    test('A domain is read with its address and document root, also by its Japanese name', async () => {
      await servers.send('POST', 'domain', { domain: 'xn--wgv71a119e.com' })
      expect((await servers.call('domain', { domain: '日本語.COM' })).data).toEqual({
        url: 'http://xn--wgv71a119e.com/',
        documentRoot: '/home/web01/xn--wgv71a119e.com/public_html',
      })
      expect(await servers.refusal('domain', { domain: 'none.com' })).toMatchObject({ kind: 'service', status: 404 })
    })

    test('WordPress installations have an address, and an ID only where a field is clearly the ID', async () => {
      const { data } = await servers.call('wordpress', {})
      expect(data).toMatchObject([{ url: 'https://two.com/', id: undocumented_names === 'c' ? null : 1 }])
      expect(Object.values(data?.[0]?.fields ?? {})).toContain(1)
      expect((await servers.call('wordpress', { domain: 'one.com' })).data).toEqual([])
    })

    test('SSH has its state and the facts for a connection', async () => {
      expect((await servers.call('ssh', {})).data).toEqual({
        isEnabled: false,
        host: servername,
        port: 10_022,
        user: 'web01',
      })
    })

    test('SSH keys have a label and a public key', async () => {
      expect((await servers.call('sshKeys', {})).data).toMatchObject([
        {
          id: undocumented_names === 'c' ? null : 2,
          label: 'generated',
          publicKey: expect.stringMatching(/^ssh-ed25519 /),
        },
      ])
    })

    test('The error log has the lines that were asked for', async () => {
      expect((await servers.call('errorLog', { domain: 'one.com', lines: 2 })).data).toEqual(['b', 'c'])
    })

    test('The memo is read', async () => {
      expect((await servers.call('memo', {})).data).toEqual({ memo: '本番' })
    })
  },
)

describe('A reading of a server', () => {
  const servers = useServersRig()

  test('An answer in which nothing is known is returned as it is', async () => {
    servers.rig().simulator.faults.add({ match: { path: '/ssh/key$' }, times: 1, fault: { kind: 'other-json' } })
    const { data, answer } = await servers.call('sshKeys', {})
    expect(data).toBeNull()
    expect(answer).toBeTypeOf('object')
  })

  test('A server that no account lists, and a name that is no host name, spend no call', async () => {
    expect(await servers.refusal('ssh', {}, 'none.simulator.example')).toMatchObject({ kind: 'not_found' })
    for (const domain of ['one', 'a b.com', 'https://one.com', '../one.com'])
      expect(await servers.refusal('errorLog', { domain, lines: 10 })).toMatchObject({
        kind: 'invalid_input',
        details: { issues: [{ path: 'domain', code: 'wrongForm' }] },
      })
    expect(servers.requests()).toEqual([])
  })
})
