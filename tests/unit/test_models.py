"""From the ids of models, as their uploaders write them, to templates."""

from __future__ import annotations

from pathlib import Path

import pytest

import rtc
from rtc.bundled import bundled_path
from rtc.models import find_for_model, is_model_id
from tests.support.command_line import TEMPLATE, run, write_template


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("Qwen/Qwen3-8B", "qwen3"),
        ("Qwen3-8B", "qwen3"),
        ("qwen/qwen3-coder-30b-a3b-instruct", "qwen3_coder"),
        ("unsloth/Qwen3-Coder-30B-A3B-Instruct-GGUF", "qwen3_coder"),
        ("bartowski/Qwen_Qwen3-8B-GGUF", "qwen3"),
        ("Qwen3-8B-Q4_K_M.gguf", "qwen3"),
        ("someone/SmolLM3-3B-GGUF", "smollm3"),
        ("meta-llama/Llama-3.1-8B-Instruct", "llama3"),
        ("unsloth/Llama-3.1-8B-Instruct-unsloth-bnb-4bit", "llama3"),
        ("openai/gpt-oss-20b", "gpt_oss"),
        ("mlx-community/gpt-oss-20b-MXFP4-Q4", "gpt_oss"),
    ],
)
def test_model_has_its_template(model: str, name: str) -> None:
    found = find_for_model(model)
    assert found is not None and found.name == name
    assert rtc.find_template(model) == bundled_path(name)


@pytest.mark.parametrize(
    "form",
    ["GGUF", "AWQ", "FP8", "fp8-dynamic", "GPTQ-Int4", "4bit", "MLX-4bit", "6.5bit", "bnb-4bit"]
    + ["i1-GGUF", "quantized.w4a16", "NVFP4", "EXL2", "4.0bpw", "UD-Q2_K_XL", "IQ4_XS", "4bit-DWQ"],
)
def test_form_of_the_weights_does_not_count(form: str) -> None:
    """The distillate's own glob ends in a star; the model's names it whole, so only here the form counts."""
    for name in ("deepseek-ai/DeepSeek-R1", "someone/DeepSeek-R1"):
        found = find_for_model(f"{name}-{form}")
        assert found is not None and found == find_for_model("deepseek-ai/DeepSeek-R1")


@pytest.mark.parametrize("model", ["gpt2", "", "a/b/c", "x" * 500, "Qwen/Qwen3/8B", "./qwen", "{}"])
def test_others_have_none(model: str) -> None:
    assert find_for_model(model) is None
    with pytest.raises(rtc.UnknownModelError):
        rtc.find_template(model)


def test_template_is_found_by_its_own_name_too() -> None:
    assert rtc.find_template("qwen3") == rtc.find_template("Qwen/Qwen3-8B")


def test_unknown_model_is_told_with_the_nearest() -> None:
    with pytest.raises(LookupError) as caught:
        rtc.find_template("Qwen/Qwn3-8B")
    assert "'Qwen/Qwn3-8B'" in str(caught.value) and "(template qwen3)" in str(caught.value)


def test_file_names_are_no_models() -> None:
    assert not is_model_id("templates/Qwen3-8B.json") and not is_model_id("/Qwen/Qwen3-8B")
    assert is_model_id("Qwen/Qwen3-8B") and is_model_id("Qwen3-8B")


def test_compile_takes_the_id_of_a_model_and_says_so() -> None:
    result = run("compile", "Qwen/Qwen3-8B")
    assert result.exit_code == 0
    assert result.stdout == rtc.compile_template("qwen3")
    assert result.stderr == "rtc: Qwen/Qwen3-8B: a model of the bundled template qwen3\n"
    assert rtc.load_parser("unsloth/Qwen3-8B-GGUF").parse_response("a", prefix="")


def test_file_counts_before_a_model_and_the_error_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "Qwen" / "Qwen3-8B"
    folder.mkdir(parents=True)
    result = run("compile", "Qwen/Qwen3-8B")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "read as a file" in result.stderr and "template is qwen3" in result.stderr
    write_template(folder / "tokenizer_config.json", {"response_template": TEMPLATE})
    result = run("compile", "Qwen/Qwen3-8B")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == rtc.compile_template(folder)


def test_unknown_name_is_told_as_what_it_could_have_been() -> None:
    result = run("compile", "Qwen/Qwn3-8B")
    assert result.exit_code == 1
    assert "there is no such file" in result.stderr or "holds no" in result.stderr
    assert "no bundled template and no known model" in result.stderr
    assert "(template qwen3)" in result.stderr
