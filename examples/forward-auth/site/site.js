const name = document.getElementById('name');
name.textContent = decodeURIComponent(name.dataset.encoded) || 'a person without a name';

document.getElementById('sign-out').addEventListener('click', async () => {
  const headers = { 'Content-Type': 'application/json' };
  await fetch('/api/user/accounts/logout', { method: 'POST', headers, body: '{}' });
  location.reload();
});
