"""/about leads to privacy, terms and help: to addresses that are set, else to pages of its own."""

import pytest

from cogs.settings import BadSetting, Settings, read_settings
from tests.cogs.conftest import CHANNEL


async def test_without_addresses_the_pages_are_shown_to_who_asks(reopen):
    async with reopen() as house:
        maya = house.people[0]
        about = await maya.slash("about", channel=CHANNEL)
        assert about.labels == ["Privacy", "Terms"]
    async with reopen() as house:
        for label, said in (("Privacy", "**Deletion:**"), ("Terms", "play money")):
            page = await house.people[0].click(about, label)
            assert page.is_ephemeral
            assert said in page.text
            assert "whoever runs this bot" in page.text


@pytest.mark.parametrize(("locale", "label", "said"), [("zh-CN", "隐私", "删除"), ("zh-TW", "條款", "不能買")])
async def test_the_pages_speak_chinese(house, locale, label, said):
    maya = house.people[0]
    house.server.operator.set_locale(maya.user, locale)
    about = await maya.slash("about", channel=maya.dm())
    assert said in (await maya.click(about, label)).text


async def test_addresses_that_are_set_are_linked(new_house):
    urls = {name: f"https://example.org/{name}" for name in ("privacy_url", "terms_url", "support_url")}
    async with new_house(**urls) as house:
        about = await house.people[0].slash("about", channel=CHANNEL)
        assert [button.url for button in about.buttons] == list(urls.values())
        assert [button.label for button in about.buttons] == ["Privacy", "Terms", "Help"]
    async with new_house(support_url=urls["support_url"]) as house:
        about = await house.people[0].slash("about", channel=CHANNEL)
        page = await house.people[0].click(about, "Privacy")
        assert urls["support_url"] in page.text


@pytest.mark.parametrize(
    "value", ["example.org", "ftp://example.org", "https://", "https://a b", "javascript:alert(1)"]
)
def test_an_address_that_no_button_can_lead_to_is_refused_at_the_start(monkeypatch, value, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PRIVACY_URL", value)
    with pytest.raises(BadSetting, match="PRIVACY_URL"):
        read_settings()


def test_an_empty_address_is_none(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TERMS_URL", " ")
    assert read_settings().links == Settings(_env_file=None).links
